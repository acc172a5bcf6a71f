/** Passing a friends' table's link on: copied, or by the device's own share sheet. Without this script it can be held and copied. */

const link = document.getElementById("invitation");
const copy = document.getElementById("copy-link");
const share = document.getElementById("share-link");

if (link !== null) {
  const words = copy.textContent;
  const shareable = typeof navigator.share === "function";
  document.getElementById("pass-on").hidden = !navigator.clipboard && !shareable;
  copy.hidden = !navigator.clipboard;
  share.hidden = !shareable;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.href);
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = words; }, 2000);
  });
  share.addEventListener("click", () => {
    navigator.share({ title: share.dataset.title, url: link.href }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
  });
}
