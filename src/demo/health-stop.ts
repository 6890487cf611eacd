import { patientFetch } from './patient-fetch.ts'
import { type Body, expect, readJson, type TourStops } from './stop.ts'

/** The first stop: whether the service is well, and if not altogether, why. */

interface Said {
  readonly status: string
  readonly sellable: number
  readonly total: number
  readonly rails: readonly {
    readonly rail: string
    readonly open: boolean
    readonly reason: string | null
    readonly warning: string | null
  }[]
  readonly wrong_clocks: readonly { readonly reason: string }[]
  readonly workers: readonly { readonly role: string; readonly reason: string | null }[]
  readonly oracle: { readonly signs: boolean }
  readonly feeds: readonly { readonly feed: string; readonly sellable: number; readonly total: number }[]
}

/** So many feeds are named of those that wait. */
const NAMED = 4

/** Everything that keeps it from being `ok`, in sentences. */
const reasons = ({ sellable, total, rails, wrong_clocks, workers, oracle, feeds }: Said): readonly string[] => {
  const waiting = feeds.filter((each) => each.sellable < each.total).map(({ feed }) => feed)
  const others = waiting.length - NAMED
  const named = `${waiting.slice(0, NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  return [
    ...(sellable < total
      ? [`${total - sellable} answers still wait for their first data, as in any first minute: ${named}`]
      : []),
    ...rails.flatMap(({ rail, open, reason, warning }) =>
      open ? (warning === null ? [] : [`${rail}: ${warning}`]) : [`${rail} is closed: ${reason ?? 'no reason given'}`],
    ),
    ...wrong_clocks.map(({ reason }) => reason),
    ...workers.flatMap(({ role, reason }) => (reason === null ? [] : [`${role}: ${reason}`])),
    ...(oracle.signs ? [] : ['the DLC oracle does not sign yet']),
  ]
}

export const visitHealth = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const response = await patientFetch(`${baseUrl}/health`)
  const body: Body = await readJson(response, 'health')
  expect(
    response.status === 200 && body['status'] !== 'down' && body['mode'] === 'demo',
    `health answered ${response.status} ${JSON.stringify(body)}`,
  )
  const said = body as Body & Said
  const open = said.rails.filter((each) => each.open).map(({ rail }) => rail)
  say(`   status     ${said.status}`)
  for (const reason of said.status === 'ok' ? [] : reasons(said)) say(`              ${reason}`)
  say(`   for sale   ${said.sellable} of ${said.total} answers, paid with ${open.join(' or ')}`)
  say(`   oracle     ${said.oracle.signs ? 'signs events' : 'does not sign yet'}`)
}
