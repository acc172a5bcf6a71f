// Keep the screen on while a hand is played, where the browser can (secure pages only).

/** Ask for a screen lock now and whenever the page comes back into sight. */
export function stayAwake() {
  if (!navigator.wakeLock) return;
  const ask = () => {
    if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); // low battery: the screen may sleep
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
