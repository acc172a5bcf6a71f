// Passing an address on. Without a secure connection browsers keep the clipboard to themselves but for the old way.

/** Copy a text; the old way where the new one is missing or refused. */
export async function copyText(words) {
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(words).then(() => true, () => false);
    if (done) return;
  }
  const field = document.createElement("textarea");
  field.value = words;
  field.className = "visually-hidden";
  const { activeElement } = document;
  (activeElement?.closest(".table-page") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  activeElement?.focus();
}
