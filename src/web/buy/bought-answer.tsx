import type { Bought } from '../../../client/src/bought.ts'
import { Checks } from '../parts/checks.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { AnswerPlot } from '../plots/answer-plot.tsx'
import { QuotesChart } from './quotes-chart.tsx'

const paidText = ({ paid }: Bought): string => {
  if (!paid) return 'Nothing was asked for it.'
  return paid.rail === 'l402'
    ? `Paid ${paid.sats} sats over Lightning.`
    : `Paid $${paid.usd} in USDC on ${paid.network}.`
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const download = (body: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([body], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** What was bought: its checks one by one, its sources, and its bytes. */
export const BoughtAnswer = ({ bought, name }: { readonly bought: Bought; readonly name: string }) => {
  const { paid, receipt } = bought
  return (
    <section class="section bought" aria-label="The answer that was bought">
      <h2>Your answer</h2>
      <p class="muted small breaks">
        {paidText(bought)}
        {paid?.rail === 'x402' && paid.transaction !== null && (
          <>
            {' '}
            Transaction <code>{paid.transaction}</code>.
          </>
        )}
        {receipt?.id && (
          <>
            {' '}
            Receipt <code>{receipt.id}</code>.
          </>
        )}
      </p>
      <QuotesChart answer={bought.answer} />
      <AnswerPlot answer={bought.answer} />
      <div class="section-tight">
        <Checks found={bought.verification} right="The answer is whole and signed." wrong="Do not trust this answer." />
      </div>
      <h3 class="section-tight">The answer as it came</h3>
      <pre class="section-tight answer" tabIndex={0}>
        {pretty(bought.body)}
      </pre>
      <div class="row section-tight">
        <button type="button" class="small-button" onClick={() => download(bought.body, name)}>
          Download
        </button>
        <CopyButton text={bought.body} what="the answer" />
      </div>
    </section>
  )
}
