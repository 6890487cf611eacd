import { affixed } from '../../canonical/affixed.ts'
import { boundToBody } from '../../canonical/body-check.ts'
import { contentHash, contentOf } from '../../canonical/content.ts'
import { eitherLayout } from '../../canonical/either-layout.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type Layout, layout, type Tokens, type ValuesOf } from '../../canonical/layout.ts'
import { contentDigest, text } from '../../canonical/token.ts'

/** The strings of a weather answer: that of the contract, and one of our own where the end of the window was asked for. */

type Body = Readonly<Record<string, Json>>

/**
 * `v1|WEATHER_WINDOW|<metric>|<lat>,<lon>|<window>D|END:<date>|VALUE:<value>|TRIGGER:<status>|SHA256:<content>|<timestamp>|<nonce>`
 *
 * @param usual the string of the contract, whose tokens it has too
 */
const windowLayout = ({ tokens: { value, status, ...window } }: Layout): Layout =>
  layout('WEATHER_WINDOW', {
    ...window,
    end: affixed('END:', text),
    value: value!,
    status: status!,
    content: contentDigest,
  })

/** How an answer is written: the layout, and its values from a body, with the hash of it where that is known already. */
export interface WeatherString {
  readonly canonical: Layout
  tokens(body: Body, hash?: string): ValuesOf<Tokens>
}

/** @param tokensOf the values of the string of the contract, from a body */
export const weatherString = <C extends object, const T extends Tokens>(
  usual: Layout<T>,
  tokensOf: (content: C) => ValuesOf<T>,
): WeatherString => {
  const ofContract = (body: Body): ValuesOf<Tokens> => tokensOf(body as C)
  const tokens: WeatherString['tokens'] = (body, hash) => {
    const { end } = body
    return end === undefined
      ? ofContract(body)
      : { ...ofContract(body), end, content: hash ?? contentHash(contentOf(body)) }
  }
  const bound = (form: Layout): Layout => boundToBody(form, (body) => tokens(body))
  return { tokens, canonical: eitherLayout(bound(usual), bound(windowLayout(usual)), (values) => 'end' in values) }
}
