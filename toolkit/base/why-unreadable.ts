// Why a file could not be read, in words for people: one home, since every command reads files that its user names.
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'a folder',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EIO: 'a device that fails',
  ELOOP: 'links in a circle',
  ENAMETOOLONG: 'a name longer than the file system takes',
};

/** Why a file could not be read, in words, from what was thrown; the message of what is no error of the file system. */
export function whyUnreadable(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'syscall' in cause && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? cause.message : (WORDS[code] ?? code);
}
