import { BadConfig } from './config.ts'

/** Reads `a=1,b=2` as a record. Throws `BadConfig` naming the setting, and the value unless it is a secret. */
export const readPairs = (
  name: string,
  written: string | undefined,
  kind: 'open' | 'secret' = 'open',
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (written ?? '')
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const at = pair.indexOf('=')
        if (at < 1) {
          const found = kind === 'open' ? `; found ${JSON.stringify(pair)}` : ''
          throw new BadConfig(`${name} must look like name=value,name=value${found}`)
        }
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      }),
  )
