/** Why a backup was not made or not put back, in words for a person. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
