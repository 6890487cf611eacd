/** What the server writes into the document about itself. */
export interface DocumentFacts {
  readonly mode: string
  readonly version: string
  /** Where play money is had, in demonstrations alone. */
  readonly playMoney: string | null
}

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="claros-${name}"]`)?.content ?? ''

export const documentFacts = (): DocumentFacts => ({
  mode: meta('mode'),
  version: meta('version'),
  playMoney: meta('play-money') || null,
})
