import { useState } from 'preact/hooks'
import { Box } from '../parts/box.tsx'
import { Failure } from '../parts/failure.tsx'
import { ageText, capital, utcText } from '../parts/texts.ts'
import { useSeconds } from '../parts/use-seconds.ts'
import { getJson } from '../wire/get-json.ts'
import type { EventList, ListedEvent } from '../wire/events.ts'
import { usePolled } from '../wire/use-polled.ts'
import { Compose } from './compose.tsx'
import { type LifeStage, eventTitle, STATE_TAGS, stateOf } from './event-texts.ts'

const EVERY_MS = 10_000
const LIST = '/dlc/oracle/announcements?status=all'

const Maturity = ({ event, now }: { readonly event: ListedEvent; readonly now: number }) => {
  const left = event.maturityTs - now / 1000
  return (
    <>
      {utcText(event.maturityTs)}
      <span class="second">{left > 0 ? `in ${ageText(left)}` : `${ageText(-left)} ago`}</span>
    </>
  )
}

const Row = ({ event, now }: { readonly event: ListedEvent; readonly now: number }) => {
  const state = stateOf(event, now)
  return (
    <tr>
      <th scope="row">
        <a href={`/events/${encodeURIComponent(event.eventid)}`}>{eventTitle(event)}</a>
        <span class="second breaks">
          <code>{event.eventid}</code>
        </span>
      </th>
      <td>{capital(event.type)}</td>
      <td>
        <span class={`tag ${STATE_TAGS[state]}`}>{state}</span>
      </td>
      <td class="n">
        <Maturity event={event} now={now} />
      </td>
    </tr>
  )
}

const FILTERS: readonly ('all' | LifeStage)[] = ['all', 'open', 'maturing', 'attested']

const Events = ({ events }: { readonly events: readonly ListedEvent[] }) => {
  const now = useSeconds()
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all')
  const shown = events.filter((event) => filter === 'all' || stateOf(event, now) === filter)
  return (
    <>
      <div class="row range" role="group" aria-label="State of the events">
        {FILTERS.map((each) => (
          <button
            key={each}
            type="button"
            class="small-button"
            aria-pressed={each === filter}
            onClick={() => setFilter(each)}
          >
            {capital(each)}
          </button>
        ))}
        <span class="muted small" role="status">
          {shown.length} of {events.length} shown
        </span>
      </div>
      {shown.length === 0 ? (
        <p class="muted section-tight">There is none.</p>
      ) : (
        <div class="section-tight">
          <Box name="DLC events: table">
            <table class="events">
              <thead>
                <tr>
                  <th scope="col">Event</th>
                  <th scope="col">Kind</th>
                  <th scope="col">State</th>
                  <th scope="col" class="n">
                    Maturity
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((event) => (
                  <Row key={event.eventid} event={event} now={now} />
                ))}
              </tbody>
            </table>
          </Box>
        </div>
      )}
    </>
  )
}

/** `/events`: what the DLC oracle has announced, and how to have it announce something. */
export const EventsPage = () => {
  const { value: first, failure } = usePolled<EventList>(LIST, EVERY_MS)
  const [older, setOlder] = useState<readonly ListedEvent[]>([])
  const [next, setNext] = useState<EventList['next'] | undefined>(undefined)
  const [trouble, setTrouble] = useState('')
  const before = next === undefined ? first?.next : next
  const more = async () => {
    try {
      const page = await getJson<EventList>(`${LIST}&before=${before}`)
      setOlder((known) => [...known, ...page.announcements])
      setNext(page.next)
      setTrouble('')
    } catch (problem) {
      setTrouble(problem instanceof Error ? problem.message : String(problem))
    }
  }
  const known = new Map([...(first?.announcements ?? []), ...older].map((event) => [event.eventid, event]))
  return (
    <>
      <h1>Events</h1>
      <p class="lead">
        The oracle announces what it will attest, with its nonces, and signs the outcome at maturity. Wallets build
        discreet log contracts on that.
      </p>
      <section class="section">
        <h2>Announced</h2>
        {failure && !first && <Failure what="The events could not be loaded." why={failure} />}
        {!first && !failure && <p class="muted">Loading …</p>}
        {first && <Events events={[...known.values()]} />}
        {before !== undefined && before !== null && (
          <p>
            <button type="button" class="small-button more" onClick={() => void more()}>
              Older events
            </button>
          </p>
        )}
        {trouble && <Failure what="Older events could not be loaded." why={trouble} />}
      </section>
      <Compose />
    </>
  )
}
