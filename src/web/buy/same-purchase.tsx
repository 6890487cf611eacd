import { useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy-button.tsx'
import { documentFacts } from '../document-facts.ts'
import type { ShownPrice } from './pay-ways.ts'

/** The same purchase without a browser. */

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curlText = (url: string, body: object | undefined, playMoney: string | null): string => {
  const data = body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`
  const pay =
    playMoney === null
      ? 'PREIMAGE=<pay $INVOICE with your wallet: it shows the preimage>'
      : `PREIMAGE=$(curl -s ${playMoney}/lightning/pay -d "{\\"invoice\\":\\"$INVOICE\\"}" | sed -E 's/.*"preimage":"([^"]+)".*/\\1/')`
  return [
    `URL=${quoted(url)}`,
    `CHALLENGE=$(curl -si "$URL"${data} | grep -i '^www-authenticate')`,
    `TOKEN=$(sed -E 's/.*macaroon="([^"]+)".*/\\1/' <<<"$CHALLENGE")`,
    `INVOICE=$(sed -E 's/.*invoice="([^"]+)".*/\\1/' <<<"$CHALLENGE")`,
    pay,
    `curl -s "$URL" -H "Authorization: L402 $TOKEN:$PREIMAGE"${data} | tee answer.json`,
    'npx claros verify answer.json',
  ].join('\n')
}

const typeScriptText = (origin: string, path: string, body: object | undefined, { usd }: ShownPrice): string =>
  [
    `import { createClaros, x402 } from 'claros-client'`,
    `import { privateKeyToAccount } from 'viem/accounts'`,
    '',
    `const account = privateKeyToAccount(process.env.BUYER_KEY as \`0x\${string}\`)`,
    `const claros = createClaros('${origin}', { pay: [x402({ account, maxUsd: '${usd}' })] })`,
    body === undefined
      ? `const { answer, verification } = await claros.buyAt('${path}')`
      : `const { answer, verification } = await claros.buyAt('${path}', { body: ${JSON.stringify(body)} })`,
    'console.log(answer, verification.ok)',
  ].join('\n')

const KINDS = ['curl', 'TypeScript'] as const

export const SamePurchase = (props: { readonly path: string; readonly body?: object; readonly price: ShownPrice }) => {
  const { path, body, price } = props
  const [kind, setKind] = useState<(typeof KINDS)[number]>('curl')
  const { playMoney } = documentFacts()
  const { origin } = location
  const text =
    kind === 'curl' ? curlText(`${origin}${path}`, body, playMoney) : typeScriptText(origin, path, body, price)
  return (
    <>
      <div class="row range" role="group" aria-label="Language of the example">
        {KINDS.map((each) => (
          <button
            key={each}
            type="button"
            class="small-button"
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {each === 'curl' ? 'curl, over Lightning' : 'TypeScript, in USDC'}
          </button>
        ))}
        <CopyButton text={text} what="it" />
      </div>
      <pre class="section-tight" tabIndex={0}>
        {text}
      </pre>
    </>
  )
}
