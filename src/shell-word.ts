/** A text as one word of a shell: commands that an operator is told to run must work where paths hold blanks. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
