// Where the services are: `config.json` beside the page. Paths are of the page's own host, or whole addresses.

let loading = null;

/** `{socket, token}` as given by `config.json`, read once. */
export function config() {
  loading ??= fetch("config.json", { cache: "no-store" })
    .then((response) => {
      if (!response.ok) throw new Error(`config.json: ${response.status}`);
      return response.json();
    })
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** The address of a socket for a channel ("lobby" or "table"). */
export async function socketAddress(channel) {
  const { socket } = await config();
  const address = new URL(socket, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("channel", channel);
  return address.href;
}
