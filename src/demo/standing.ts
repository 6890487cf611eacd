import { checkAnnouncement } from '../dlc/wire/announcement.ts'
import { expect, readJson, type TourStops } from './stop.ts'

/** What the demonstration announces by itself: a number every five minutes of the clock. */
export const STANDING = 'BTCUSD@5m+15m'

const LIST = '/dlc/oracle/numeric/standing'
/** The signer looks every ten seconds, and needs a price. */
const PATIENCE_MS = 45_000

interface Listed {
  readonly eventid: string
  readonly label: string
}

/** Events that nobody had to buy, and the announcement of the next one, read as a wallet reads it. */
export const showStanding = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const until = Date.now() + PATIENCE_MS
  const look = async (): Promise<readonly Listed[]> => {
    const { events } = await readJson(await fetch(baseUrl + LIST), LIST)
    return Array.isArray(events) ? (events as readonly Listed[]) : []
  }
  let found = await look()
  for (; found.length === 0 && Date.now() < until; found = await look()) await Bun.sleep(500)
  const [newest] = found
  expect(newest !== undefined, `${LIST} lists nothing`)
  const event = await readJson(await fetch(`${baseUrl}/dlc/oracle/numeric/${newest!.eventid}`), newest!.eventid)
  const checked = checkAnnouncement(Uint8Array.fromHex(String(event['serialized'])))
  expect(checked.ok, `${newest!.eventid}: ${checked.ok ? '' : checked.reason}`)
  say(`   others stand ready for nothing   GET ${LIST}   ${found.length} of them, ${newest!.label}, verified`)
}
