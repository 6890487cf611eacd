import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { needs } from './needs.ts'

/** Real replies are kept beside the repository, never in it. `RECORDED_DIR` says where; it must be there when it is set. */
const told = process.env['RECORDED_DIR']
const folder = resolve(told ?? join(import.meta.dir, '../../../shared/recorded'))

export const recordedAvailable = needs(
  existsSync(folder),
  `recorded replies at ${folder} (RECORDED_DIR)`,
  import.meta.path,
)

if (told !== undefined && !recordedAvailable) throw new Error(`RECORDED_DIR is set, and there is no ${folder}`)

/** One recorded reply: what a provider really sent, and what another reader made of it. */
export interface Recorded {
  /** The reply as it came: JSON text with its numbers as they were spelled, or the plain text of another format. */
  readonly body: string
  /** What the named source of the recording, or ccxt, read from it; `null` where nobody did. */
  readonly expected: unknown
  readonly capturedAt: string | null
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown }
  readonly kind: string
}

/** Where the JSON value that starts at `from` ends. */
const endOfValue = (text: string, from: number): number => {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    const isClosed = depth === 0 && !inString && /["}\]]/.test(char ?? '')
    if (isClosed) return at + 1
    if (depth < 0 || (depth === 0 && char === ',')) return at
  }
  return text.length
}

/** The text of one top-level member: parsing and printing it again would respell its numbers (`5053001.0`). */
const rawMember = (text: string, name: string): string => {
  let at = text.indexOf('{') + 1
  for (;;) {
    const keyFrom = text.indexOf('"', at)
    if (keyFrom < 0) throw new Error(`no member ${name}`)
    const keyTo = endOfValue(text, keyFrom)
    const from = keyTo + /^\s*:\s*/.exec(text.slice(keyTo))![0].length
    const to = endOfValue(text, from)
    if (text.slice(keyFrom, keyTo) === `"${name}"`) return text.slice(from, to)
    at = to
  }
}

/** `recorded('crypto/kraken/spot_ticker')`. */
export const recorded = (path: string): Recorded => {
  const text = recordedText(path)
  const file = JSON.parse(text) as {
    readonly request: Recorded['request']
    readonly response: unknown
    readonly expected?: unknown
    readonly kind: string
    readonly captured_at?: string | null
  }
  return {
    body: typeof file.response === 'string' ? file.response : rawMember(text, 'response'),
    expected: file.expected ?? null,
    capturedAt: file.captured_at ?? null,
    request: file.request,
    kind: file.kind,
  }
}

/** A whole recording, with its request. */
export const recordedText = (path: string): string => readFileSync(join(folder, `${path}.json`), 'utf8')

/** The recordings below a folder, such as `kraken/spot_ticker` below `crypto`, sorted. */
export const recordingsIn = (below: string): readonly string[] =>
  [...new Bun.Glob('*/*.json').scanSync(join(folder, below))].map((file) => file.slice(0, -'.json'.length)).toSorted()
