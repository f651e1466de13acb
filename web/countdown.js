// Deadlines that run, by the server's time. One ticker for all that is shown.

const running = new Set();
let timer = null;

function tick() {
  for (const countdown of running) {
    if (countdown.node.isConnected || !countdown.shown) countdown.show();
    else running.delete(countdown);
  }
  if (running.size === 0) {
    clearInterval(timer);
    timer = null;
  }
}

/** Calls `show(left)` now and four times a second while `node` is in the page; `left()` gives milliseconds or null. */
export function countdown(node, left, show) {
  const entry = {
    node,
    shown: false,
    show() {
      const milliseconds = left();
      entry.shown ||= node.isConnected;
      if (milliseconds !== null) show(milliseconds);
    },
  };
  running.add(entry);
  entry.show();
  timer ??= setInterval(tick, 250);
  return node;
}
