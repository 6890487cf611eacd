/** What a path without a page says: the text of the problem that the same path has as JSON. */
export const NotFound = ({ detail }: { readonly detail: string | null }) => (
  <div class="stack">
    <h1>There is no such page</h1>
    <p class="lead">{detail ?? 'There is no page at this address.'}</p>
    <p>
      <a href="/feeds">Everything that is sold</a> is a good place to go on from.
    </p>
  </div>
)
