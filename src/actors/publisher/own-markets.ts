import { readFileSync, statSync } from 'node:fs'
import { type CheckedMarkets, checkedMarkets, OWN_MARKETS } from '../../feeds/equity/market-file.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Store } from '../../store/store.ts'

/** Days of equities, from a file or an address of the operator. */

/** Ten times what 20,000 rows take would be more than any operator has. */
const MOST_BYTES = 4_000_000

interface Place {
  readonly store: { readonly boards: Pick<Store['boards'], 'write'> }
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
  /** The text at an address; `null` if there is none. */
  readonly readUrl: (url: string) => Promise<string | null>
}

const isAddress = (location: string): boolean => /^https:\/\//i.test(location)

/** What lies there now, or everything that is wrong with it. A pipe is not waited for. */
const readMarkets = async (location: string, { readUrl }: Pick<Place, 'readUrl'>): Promise<CheckedMarkets> => {
  try {
    if (isAddress(location)) {
      const text = await readUrl(location)
      return text === null ? { ok: false, faults: ['the address did not answer with a file'] } : checkedMarkets(text)
    }
    const found = statSync(location)
    if (!found.isFile()) return { ok: false, faults: ['no file'] }
    if (found.size > MOST_BYTES) return { ok: false, faults: [`${found.size} bytes, at most ${MOST_BYTES}`] }
    return checkedMarkets(readFileSync(location, 'utf8'))
  } catch (problem) {
    // Its text has the location, and an address with a slip in its scheme may have a key in it.
    const { code = 'no reason is known' } = problem as { readonly code?: string }
    return { ok: false, faults: [`it cannot be read (${code})`] }
  }
}

/**
 * Lays what lies there where the equity indices read it, each time it is called. What cannot be used is logged and leaves
 * what was there: it grows old by itself. Without a location, the days of an earlier start are taken away.
 */
export const renewMarkets = async (location: string | undefined, place: Place): Promise<void> => {
  const read: CheckedMarkets = location === undefined ? { ok: true, table: {} } : await readMarkets(location, place)
  if (read.ok) return void (await place.store.boards.write(OWN_MARKETS.id, place.clock.now(), { table: read.table }))
  place.log.error('equity_file.unusable', { faults: [...read.faults], advice: 'mend EQUITY_FILE; it is read again' })
}
