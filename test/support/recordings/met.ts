import { type Recorded, recorded, recordingsIn } from '../recorded.ts'
import { rowOf } from './all.ts'
import { askedFor, publisherOf, placeOf } from './endpoint.ts'
import type { Reading, Unread } from './reading.ts'

/** Every recording before its readers. */

export const recordedPaths = (): readonly string[] =>
  ['crypto', 'macro'].flatMap((area) => recordingsIn(area).map((file) => `${area}/${file}`))

/** What one reader made of one recording. */
export interface Given {
  readonly path: string
  /** How the reply was come by, as the recording says; `untold` where it does not. */
  readonly kind: string
  readonly reader: string
  /** Whether the reply came from the reader's own endpoint and was read as it came. */
  readonly isOwn: boolean
  readonly gave: string
}

/** A recording that is not read. */
export interface Left extends Unread {
  readonly path: string
  readonly kind: string
  /** The host that was asked; `null` for a request without an address. */
  readonly host: string | null
  /** What was asked for, as in `askedFor`; `null` for a socket, and for a request without an address. */
  readonly asked: string | null
}

/** Whether the recorded request went where the reader's question goes; the sockets of a venue are one place. */
const isOf = ({ reader }: Reading, url: string): boolean =>
  url.startsWith('wss:') ||
  // A reply of any node names no address.
  (URL.canParse(url) && placeOf(url) === reader.split(' ')[1]?.split('?')[0])

const wentTo = ({ url, body }: Recorded['request']): Pick<Left, 'host' | 'asked'> => {
  const address = URL.parse(url)
  if (!address) return { host: null, asked: null }
  const { pathname, search, protocol } = address
  return { host: publisherOf(address), asked: protocol === 'wss:' ? null : askedFor(pathname + search, body) }
}

/** Lets every reader meet its recordings. */
export const met = (): { readonly given: readonly Given[]; readonly left: readonly Left[] } => {
  const given: Given[] = []
  const left: Left[] = []
  for (const path of recordedPaths()) {
    const row = rowOf(path)
    if (row === undefined) throw new Error(`${path} has no row`)
    const { body, kind = 'untold', request } = recorded(path)
    if ('why' in row) left.push({ path, kind, ...row, ...wentTo(request) })
    else
      for (const reading of [row].flat()) {
        const isOwn = reading.isOwn && isOf(reading, request.url)
        given.push({ path, kind, reader: reading.reader, isOwn, gave: giving(path, () => reading.give(body)) })
      }
  }
  return { given, left }
}

const giving = (path: string, give: () => string): string => {
  try {
    return give()
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
