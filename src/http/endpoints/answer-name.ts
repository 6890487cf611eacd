/** The name of a feed's answer in OpenAPI: `price/spot` is `PriceSpot`. */
export const answerName = (feed: { readonly id: string }): string =>
  feed.id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
