/** Why a file cannot be read, as it stands behind a colon. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return inWords[code] ?? code;
}

const inWords: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
};
