import type { BuyStep } from './progress.ts'

const MARKS = { waiting: '', doing: '…', done: '✓', failed: '✕' } as const
const WORDS = { waiting: 'not yet', doing: 'under way', done: 'done', failed: 'failed' } as const

/** The three steps of a purchase, as they happen. */
export const StepsList = ({ steps }: { readonly steps: readonly BuyStep[] }) => (
  <div role="status" aria-live="polite">
    <ol class="buy-steps">
      {steps.map(({ name, state, detail, took }, at) => (
        <li key={name} class={state} aria-current={state === 'doing' ? 'step' : undefined}>
          <span class="mark-step" aria-hidden="true">
            {MARKS[state] || at + 1}
          </span>
          <span>
            <b>{name}</b> <span class="hidden">({WORDS[state]})</span>
            {took !== null && <span class="unit took">{took} ms</span>}
            {detail && <span class="second">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </div>
)
