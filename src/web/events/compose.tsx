import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { useState } from 'preact/hooks'
import { capital } from '../parts/texts.ts'
import type { OracleStatus } from '../wire/health.ts'
import { usePolled } from '../wire/use-polled.ts'
import { AdvicePanel } from './advice-panel.tsx'
import { bodyOf, type TypedEvent, FIELD_OF, firstDraft, missingOf } from './draft.ts'
import { EventFields } from './event-fields.tsx'
import { hasOrder, OrderEvent } from './order-event.tsx'
import { usePreview } from './use-preview.ts'

const KINDS: readonly EventKind[] = ['threshold', 'enum', 'numeric']

const ABOUT: Readonly<Record<EventKind, string>> = {
  threshold: 'Attests `breached` when a price reaches the strike, `safe` when it expires first.',
  enum: 'Attests one of the outcomes that you name, by hand, by your address, or by the band that a price falls into.',
  numeric: 'Attests a number digit by digit: a price at a moment, or what your address says.',
}

/** The form of a new event, with the free preview's advice while one types. */
export const Compose = () => {
  const { value: status } = usePolled<OracleStatus>('/dlc/oracle/status', null)
  const [kind, setKind] = useState<EventKind>(() => KINDS.find(hasOrder) ?? 'threshold')
  const [isOrdering, setOrdering] = useState(false)
  const [draft, setDraft] = useState<TypedEvent>(() => firstDraft(Date.now()))
  const body = bodyOf(kind, draft)
  const missing = missingOf(kind, draft)
  const advice = usePreview(kind, missing.length > 0 ? null : body)
  const preview = advice?.kind === 'right' ? advice.preview : null
  const rules = advice?.kind === 'wrong' ? advice.rules : []
  const wrong = (field: string): string =>
    rules
      .filter(({ path }) => FIELD_OF[path.replace(/(?:\.|\[)\d+\]?$/, '')] === field)
      .map(({ message }) => message)
      .join(' ')
  const set = (field: string, value: string) => setDraft((before) => ({ ...before, [field]: value }))
  return (
    <section class="section" id="compose">
      <h2>Compose an event</h2>
      <div class="row range" role="group" aria-label="Kind of event">
        {KINDS.map((each) => (
          <button
            key={each}
            type="button"
            class="small-button"
            aria-pressed={each === kind}
            disabled={isOrdering}
            onClick={() => setKind(each)}
          >
            {capital(each)}
          </button>
        ))}
        <span class="muted small">{ABOUT[kind].replaceAll('`', '')}</span>
      </div>
      <div class="verify section-tight">
        <div>
          {/* The terms stay as they are while they are paid for. */}
          <fieldset class="bare" disabled={isOrdering}>
            <legend class="hidden">Terms of the event</legend>
            <EventFields kind={kind} draft={draft} set={set} wrong={wrong} pairs={status?.pairs ?? []} />
          </fieldset>
          {(preview !== null || hasOrder(kind)) && (
            <OrderEvent kind={kind} body={body} preview={preview} onBusy={setOrdering} />
          )}
        </div>
        <AdvicePanel advice={advice} missing={missing} />
      </div>
    </section>
  )
}
