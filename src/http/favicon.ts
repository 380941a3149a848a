/** The site icon, drawn in code: a ring with a body on it, 16 by 16, so that no binary is kept. */

const size = 16;
const headerBytes = 6 + 16;
const bitmapHeaderBytes = 40;
const pixelBytes = size * size * 4;
const maskBytes = size * 4;

/** A Windows icon file with one 32-bit picture. */
export function drawFavicon(): Uint8Array {
  const icon = Buffer.alloc(headerBytes + bitmapHeaderBytes + pixelBytes + maskBytes);
  icon.writeUInt16LE(1, 2); // an icon
  icon.writeUInt16LE(1, 4); // of one picture
  icon.writeUInt8(size, 6);
  icon.writeUInt8(size, 7);
  icon.writeUInt16LE(1, 10);
  icon.writeUInt16LE(32, 12);
  icon.writeUInt32LE(icon.length - headerBytes, 14);
  icon.writeUInt32LE(headerBytes, 18);
  icon.writeUInt32LE(bitmapHeaderBytes, headerBytes);
  icon.writeInt32LE(size, headerBytes + 4);
  icon.writeInt32LE(size * 2, headerBytes + 8); // picture and mask
  icon.writeUInt16LE(1, headerBytes + 12);
  icon.writeUInt16LE(32, headerBytes + 14);
  const pixels = headerBytes + bitmapHeaderBytes;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const alpha = Math.round(255 * coverage(column + 0.5, size - row - 0.5));
      // Blue, green, red, opacity.
      icon.set([0xc8, 0x7a, 0x2e, alpha], pixels + (row * size + column) * 4);
    }
  }
  return icon;
}

/** How much of the point at (x, y) is inked, 0 to 1. */
function coverage(x: number, y: number): number {
  const ring = 1 - Math.abs(Math.hypot(x - 8, y - 8) - 6) + 0.2;
  const centre = 2.6 - Math.hypot(x - 8, y - 8);
  const body = 2.4 - Math.hypot(x - 12.2, y - 3.8);
  return Math.min(1, Math.max(0, ring, centre, body));
}
