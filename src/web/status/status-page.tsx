import type { ComponentChildren } from 'preact'
import { Box } from '../parts/box.tsx'
import { Failure } from '../parts/failure.tsx'
import { ageText, capital, clockText, grouped } from '../parts/texts.ts'
import { useSeconds } from '../parts/use-seconds.ts'
import type { FeedItem, FeedList } from '../wire/feeds.ts'
import type { HealthRead, OracleStatus, RailRow, WorkerState } from '../wire/health.ts'
import { usePolled } from '../wire/use-polled.ts'

const EVERY_MS = 5_000

const RAIL_NAMES: Readonly<Record<string, string>> = { l402: 'Lightning (L402)', x402: 'USDC on Base (x402)' }

const State = ({ isGood, good, bad }: { readonly isGood: boolean; readonly good: string; readonly bad: string }) => (
  <span class={`tag ${isGood ? 'ok' : 'no'}`}>{isGood ? good : bad}</span>
)

const Table = (props: {
  readonly name: string
  readonly heads: readonly string[]
  readonly children: ComponentChildren
}) => (
  <Box name={`${props.name}: table`}>
    <table>
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </Box>
)

const Rails = ({ rails }: { readonly rails: readonly RailRow[] }) => (
  <section class="section">
    <h2>Ways to pay</h2>
    {rails.length === 0 ? (
      <p>None is configured, so nothing is for sale.</p>
    ) : (
      <Table name="Ways to pay" heads={['Rail', 'State', 'Why']}>
        {rails.map(({ rail, open, reason, warning }) => (
          <tr key={rail}>
            <th scope="row">{RAIL_NAMES[rail] ?? rail}</th>
            <td>
              <State isGood={open} good="open" bad="closed" />
            </td>
            <td class="muted">{reason ?? warning ?? 'Nothing to report'}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)

/** What is not done beside answering; nothing where all of it is. */
const Missing = ({ workers }: { readonly workers: readonly WorkerState[] }) => {
  const away = workers.filter(({ working }) => !working)
  return away.length === 0 ? null : (
    <section class="section">
      <h2>Not at work</h2>
      <Table name="Not at work" heads={['Worker', 'Why']}>
        {away.map(({ role, reason }) => (
          <tr key={role}>
            <th scope="row">{capital(role)}</th>
            <td class="muted">{reason}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

const NotForSale = ({ items }: { readonly items: readonly FeedItem[] }) => (
  <section class="section">
    <h2>Not for sale now</h2>
    {items.length === 0 ? (
      <p class="muted">Everything is for sale.</p>
    ) : (
      <Table name="Not for sale now" heads={['Answer', 'Why', 'Age of its last']}>
        {items.map((item) => (
          <tr key={item.path}>
            <th scope="row">
              <a href={item.page}>{capital(item.title)}</a>
            </th>
            <td class="muted">{item.reason}</td>
            <td class="muted">{item.age_seconds === null ? 'there is none' : ageText(item.age_seconds)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Oracle = ({ oracle }: { readonly oracle: OracleStatus }) => {
  const now = useSeconds()
  const { signer } = oracle
  const seen = signer.last_seen === null ? null : Math.max(0, (now - Date.parse(signer.last_seen)) / 1000)
  return (
    <section class="section">
      <h2>DLC oracle</h2>
      <dl class="facts">
        <Fact name="Signer">
          <State isGood={signer.alive && signer.signs} good="signs" bad={signer.alive ? 'signs nothing' : 'not seen'} />
        </Fact>
        <Fact name="Seen">{seen === null ? 'never' : `${ageText(seen)} ago`}</Fact>
        <Fact name="Overdue">{oracle.overdue}</Fact>
        <Fact name="Decided, unsigned">{oracle.unsigned}</Fact>
        <Fact name="Waiting">{signer.waiting.count}</Fact>
        <Fact name="Quarantined">{signer.quarantined.count}</Fact>
      </dl>
      <div class="section-tight">
        <Table name="DLC events" heads={['Kind', 'Open', 'Attested']}>
          {Object.entries(oracle.events).map(([kind, { open, done }]) => (
            <tr key={kind}>
              <th scope="row">{capital(kind)}</th>
              <td>{grouped(String(open))}</td>
              <td>{grouped(String(done))}</td>
            </tr>
          ))}
        </Table>
      </div>
      <p class="muted small section-tight breaks">
        Last attestation {oracle.last_attestation ?? 'never'}. Oracle key <code>{oracle.pubkey}</code>.{' '}
        <a href="/events">All events</a>
      </p>
    </section>
  )
}

const SUMMARIES: Readonly<Record<string, string>> = {
  ok: 'Everything works.',
  degraded: 'Most things work; what does not is listed here.',
}

/** `/status`: what can be bought now, and why something cannot. */
export const StatusPage = () => {
  const health = usePolled<HealthRead>('/health', EVERY_MS)
  const oracle = usePolled<OracleStatus>('/dlc/oracle/status', EVERY_MS)
  const feeds = usePolled<FeedList>('/feeds', EVERY_MS)
  const state = health.value
  return (
    <>
      <h1>Status</h1>
      <p class="lead">
        {state ? (SUMMARIES[state.status] ?? `The service says: ${state.status}.`) : 'What can be bought now.'}
      </p>
      {health.failure && <Failure what="The state could not be asked for." why={health.failure} />}
      {state && (
        <>
          <dl class="facts">
            <Fact name="Service">
              <span class={`tag ${state.status === 'ok' ? 'ok' : 'soon'}`}>{state.status}</span>
            </Fact>
            <Fact name="For sale">
              {state.sellable} <span class="unit">of {state.total}</span>
            </Fact>
            <Fact name="Clocks">
              {state.wrong_clocks.length === 0 ? 'right' : `${state.wrong_clocks.length} wrong`}
            </Fact>
            <Fact name="Version">{state.version}</Fact>
            <Fact name="As of">{clockText(health.at)}</Fact>
          </dl>
          <Rails rails={state.rails} />
          <Missing workers={state.workers} />
        </>
      )}
      {feeds.value && <NotForSale items={feeds.value.items.filter(({ sellable }) => !sellable)} />}
      {oracle.value && <Oracle oracle={oracle.value} />}
      {oracle.failure && <Failure what="The DLC oracle’s state could not be asked for." why={oracle.failure} />}
    </>
  )
}
