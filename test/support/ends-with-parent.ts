/** Before a command: it ends with this process, however that ends, since its standard input closes then. */
export const ENDING_WITH_PARENT = [
  'sh',
  '-c',
  'exec 3<&0 </dev/null; (cat <&3 >/dev/null; kill -KILL $$ 2>/dev/null) & exec "$@" 3<&-',
  'sh',
] as const
