import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

/** Two linters of OpenAPI, with the rules that they recommend. */

/** `struct #/paths: what is wrong`, one text each; warnings too. */
export const redoclyFaults = async (document: unknown): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  return found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
}

/** What the linter counts as an error, as numbered by it. */
const ERROR = 0

/** The same of Spectral, errors alone: it would have a contact, and two texts for each operation. */
export const spectralFaults = async (document: unknown): Promise<readonly string[]> => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as RulesetDefinition] })
  const found = await spectral.run(JSON.stringify(document))
  return found
    .filter(({ severity }) => severity === ERROR)
    .map(({ code, path, message }) => `${String(code)} ${path.join('/')}: ${message}`)
}
