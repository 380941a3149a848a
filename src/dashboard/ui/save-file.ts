/** Handing a file to the browser, which keeps it where it keeps what is downloaded. */

/** How long the browser may take to begin with what it was given, ms. */
const handedOverMs = 60_000;

/** Names of files hold nothing that a folder has a meaning for. */
export const safeName = (text: string): string => text.replace(/[^\w.-]+/g, '-').slice(0, 80);

/** Under a name that `safeName` made. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), handedOverMs);
}
