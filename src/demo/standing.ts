import { checkAnnouncement } from '../dlc/wire/announcement.ts'
import { expect, readJson, type TourStops } from './stop.ts'

/** The standing events of the demonstration: a numeric event at every fifth minute of the clock. */
export const STANDING = 'BTCUSD@5m+15m'

const LIST = '/dlc/oracle/numeric/standing'
/** The signer checks every ten seconds which events to announce, and needs a price first. */
const PATIENCE_MS = 120_000

interface Listed {
  readonly eventid: string
  readonly label: string
}

/** Shows the events that are announced without a payment, and checks the newest announcement as a wallet does. */
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
  say(`   others are announced without a payment   GET ${LIST}   ${found.length} of them, ${newest!.label}, verified`)
}
