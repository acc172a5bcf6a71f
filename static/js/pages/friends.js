/** Passing a friends' table's link on: copied, or by the device's own share sheet. Without this script it can be held and copied. */
import { copyText } from "../table/share.js";

const link = document.getElementById("invitation");
const copy = document.getElementById("copy-link");
const share = document.getElementById("share-link");

if (link !== null) {
  const words = copy.textContent;
  document.getElementById("pass-on").hidden = false;
  share.hidden = typeof navigator.share !== "function";
  copy.addEventListener("click", async () => {
    await copyText(link.href);
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = words; }, 2000);
  });
  share.addEventListener("click", () => {
    navigator.share({ title: share.dataset.title, url: link.href }).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
  });
}
