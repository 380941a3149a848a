/**
 * The Merkle root of an evidence bundle. Files are sorted by `public_path` (UTF-16 order). With `||`
 * as concatenation of bytes and the domain bytes of RFC 6962:
 *   leaf = SHA-256(0x00 || public_path as UTF-8 || 0x00 || SHA-256 of the file as lower-case hex)
 *   node = SHA-256(0x01 || left || right), split at the largest power of two below the leaf count
 *   no files = SHA-256 of nothing
 */
import * as crypto from 'node:crypto';
import { sha256Hex } from '../../lib/hash.ts';

interface MerkleLeaf {
  readonly public_path: string;
  readonly sha256: string;
}

/** Root as lower-case hex. */
export function merkleRoot(files: readonly MerkleLeaf[]): string {
  if (files.length === 0) return sha256Hex('');
  const leaves = [...files]
    .sort((a, b) => (a.public_path < b.public_path ? -1 : 1))
    .map((file) => digest(0, Buffer.from(`${file.public_path}\0${file.sha256}`)));
  return treeHash(leaves).toString('hex');
}

function treeHash(leaves: readonly Buffer[]): Buffer {
  const first = leaves[0];
  if (leaves.length === 1 && first !== undefined) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return digest(1, treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

function digest(domain: number, ...parts: readonly Buffer[]): Buffer {
  const hash = crypto.createHash('sha256').update(Buffer.of(domain));
  for (const part of parts) hash.update(part);
  return hash.digest();
}
