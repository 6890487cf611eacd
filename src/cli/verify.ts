import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { EVENT_CHANGE } from '../canonical/event-change.ts'
import type { Json } from '../canonical/jcs.ts'
import type { Layout } from '../canonical/layout.ts'
import { METHODOLOGY_NOTICE } from '../canonical/methodology-notice.ts'
import { type Verification, verifyAnswer } from '../canonical/verify.ts'
import { ASKED_FEEDS } from '../feeds/history/asked-feeds.ts'
import { registry } from '../feeds/registry.ts'

/** `claros verify`: checks an answer without the network. */

/** Every layout this release sells, each once. */
export const LAYOUTS: readonly Layout[] = [
  EVENT_CHANGE,
  METHODOLOGY_NOTICE,
  ...ASKED_FEEDS.map((feed) => feed.canonical),
  ...new Set(registry.feeds.map((feed) => feed.sale.canonical)),
]

const readInput = (from: string): Promise<string> => (from === '-' ? Bun.stdin.text() : readFile(from, 'utf8'))

const show = ({ ok, checks }: Verification): string =>
  [
    ...checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'} ${check.what}${check.detail ? `  ${check.detail}` : ''}`),
    ok ? 'The answer is whole and signed.' : 'Do not trust this answer.',
    '',
  ].join('\n')

const parseObject = (text: string): Readonly<Record<string, Json>> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : null
  } catch {
    return null
  }
}

const USAGE = 'usage: claros verify FILE|- [--key HEX] [--json]\n'

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, json: { type: 'boolean' } },
    })
  } catch {
    return null
  }
}

/** @returns the exit status: 0 whole, 1 not, 2 unreadable */
export const verifyCommand = async (args: readonly string[]): Promise<0 | 1 | 2> => {
  const parsed = parse(args)
  const [file, ...more] = parsed?.positionals ?? []
  if (!parsed || file === undefined || more.length > 0) return complain(USAGE)
  const text = await readInput(file).catch(() => null)
  if (text === null) return complain(`claros: ${file} cannot be read.\n`)
  const body = parseObject(text)
  if (!body) return complain('claros: that is not a JSON object. Save the body of a paid answer as it came.\n')
  const { key, json } = parsed.values
  const found = verifyAnswer(body, { layouts: LAYOUTS, ...(key !== undefined && { publicKey: key.toLowerCase() }) })
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : show(found))
  return found.ok ? 0 : 1
}
