import { useMemo } from 'preact/hooks'
import { MethodRules } from '../feed/rules.tsx'
import { Checks } from '../parts/checks.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { ageText, capital, grouped, utcText } from '../parts/texts.ts'
import { useSeconds } from '../parts/use-seconds.ts'
import type { AnnouncementDocument, AttestationRead } from '../wire/events.ts'
import type { OracleStatus } from '../wire/health.ts'
import { usePolled } from '../wire/use-polled.ts'
import { type CheckedEvent, checkAttestation, checkEvent, numberOf } from './check-event.ts'
import { eventTitle, STATE_TAGS, stateOf } from './event-texts.ts'
import { useAttestation } from './use-attestation.ts'
import { Wallets } from './wallets.tsx'

const Countdown = ({ event }: { readonly event: AnnouncementDocument }) => {
  const left = event.maturityTs - useSeconds() / 1000
  return left > 0 ? (
    <>
      matures in <strong>{ageText(left)}</strong>
    </>
  ) : (
    <>matured {ageText(-left)} ago</>
  )
}

const Outcome = (props: {
  readonly event: AnnouncementDocument
  readonly checked: CheckedEvent
  readonly attested: AttestationRead | null
}) => {
  const { event, checked, attested } = props
  const found = useMemo(
    () => (attested && checked.announced ? checkAttestation(checked.announced, attested) : null),
    [attested, checked],
  )
  if (!attested)
    return (
      <section class="section">
        <h2>Attestation</h2>
        <p class="muted" role="status">
          Not attested yet: it <Countdown event={event} />. This page waits for it.
        </p>
      </section>
    )
  const number = checked.announced ? numberOf(checked.announced, attested.outcomes) : null
  return (
    <section class="section">
      <h2>Attestation</h2>
      <p class="figure">
        {number === null ? attested.outcome : grouped(String(number))}
        {number !== null && event.unit && <span class="unit">{event.unit}</span>}
      </p>
      <p class="muted small section-tight">
        Attested {attested.attestedAt}, {attested.reason}.
      </p>
      {found && (
        <div class="section-tight">
          <Checks
            found={found}
            right="The attestation keeps the announcement."
            wrong="This attestation does not keep the announcement."
          />
        </div>
      )}
      {attested.evidence && (
        <>
          <h3 class="section-tight">What it rests on</h3>
          <div class="sheet section-tight">
            <MethodRules rules={attested.evidence} />
          </div>
        </>
      )}
    </section>
  )
}

const termsOf = (event: AnnouncementDocument): Readonly<Record<string, unknown>> => {
  const { outcomes, base, nbDigits, unit, settles, rounding, edgeRule, resolverConfig } = event
  const terms = {
    outcomes,
    base,
    digits: nbDigits,
    unit,
    ...settles,
    rounding,
    edges: edgeRule,
    settled: resolverConfig,
  }
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined && value !== null))
}

const Bytes = ({ name, hex }: { readonly name: string; readonly hex: string }) => (
  <details class="numbers">
    <summary>{name}</summary>
    <pre class="wraps" tabIndex={0}>
      {hex}
    </pre>
    <CopyButton text={hex} what="it" />
  </details>
)

/** `/events/{id}`: one event, from its announcement to its attestation, checked in this browser. */
export const EventPage = ({ path }: { readonly path: string }) => {
  const id = path.slice('/events/'.length)
  const { value: event, failure } = usePolled<AnnouncementDocument>(`/dlc/oracle/announcements/${id}`, null)
  const { value: oracle } = usePolled<OracleStatus>('/dlc/oracle/status', null)
  const attested = useAttestation(event ? id : null)
  const now = useSeconds()
  const checked = useMemo(() => (event ? checkEvent(event, oracle?.pubkey ?? null) : null), [event, oracle])
  if (!event || !checked)
    return (
      <>
        <h1>Event</h1>
        {failure ? <Failure what="This event could not be loaded." why={failure} /> : <p class="muted">Loading …</p>}
      </>
    )
  const state = attested ? 'attested' : stateOf(event, now)
  return (
    <>
      <p class="crumbs">
        <a href="/events">Events</a> / {capital(event.type)}
      </p>
      <h1>{eventTitle(event)}</h1>
      <p class="muted breaks">
        <code>{event.eventid}</code> <span class={`tag ${STATE_TAGS[state]}`}>{state}</span>
      </p>
      <dl class="facts">
        <div>
          <dt>Kind</dt>
          <dd>{capital(event.type)}</dd>
        </div>
        <div>
          <dt>Maturity</dt>
          <dd>{utcText(event.maturityTs)}</dd>
        </div>
        <div>
          <dt>Announced</dt>
          <dd>{utcText(Date.parse(event.createdAt) / 1000)}</dd>
        </div>
        <div>
          <dt>Nonces</dt>
          <dd>{event.nonces.length}</dd>
        </div>
      </dl>
      <Outcome event={event} checked={checked} attested={attested} />
      <section class="section">
        <h2>Announcement</h2>
        <Checks
          found={checked.found}
          right="The announcement is whole and signed."
          wrong="Do not build on this announcement."
        />
        <Bytes name="The announcement as wallets read it, hex" hex={event.serialized} />
        {attested && <Bytes name="The attestation as wallets read it, hex" hex={attested.serialized} />}
      </section>
      <section class="section">
        <h2>Terms</h2>
        <div class="sheet">
          <MethodRules rules={termsOf(event)} />
        </div>
      </section>
      <section class="section">
        <h2>Wallets</h2>
        <Wallets rows={event.compatibility} />
        {event.advice.map((advice) => (
          <p key={advice} class="notice mild section-tight">
            <strong>Advice:</strong> {advice}.
          </p>
        ))}
      </section>
    </>
  )
}
