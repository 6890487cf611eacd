import type { EventStore } from '../store/events/events.ts'

/** Why the key of the DLC oracle is not replaced: nonces of open events belong to it. */

const PAGE = 500

/** The sentence for the operator; it says until when the last open event may wait. */
export const oracleRefusal = async (events: Pick<EventStore, 'list'>): Promise<string> => {
  let open = 0
  let last = 0
  for (let before: number | null | undefined; before !== null;) {
    const page = await events.list({ status: 'open', count: PAGE, ...(before !== undefined && { before }) })
    open += page.events.length
    last = Math.max(last, ...page.events.map(({ maturityTs }) => maturityTs))
    before = page.next
  }
  const until = new Date(last * 1000).toISOString()
  return open > 0
    ? `the dlc key does not rotate while events are open: ${open} are, the last until ${until}. Their nonces belong to it.`
    : 'no event is open now, but the journal, the guard and the witness of the oracle belong to its key: they would refuse ' +
        'another one. An oracle with another key is another oracle, with KEYS_DIR, ORACLE_DIR and Redis of its own.'
}
