"toy";
