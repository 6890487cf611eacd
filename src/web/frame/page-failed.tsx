/** What stands in place of a page that broke. A payment that is under way is kept by this tab, so loading again loses none. */
export const PageFailed = ({ problem }: { readonly problem: unknown }) => (
  <div class="stack" role="alert">
    <h1>This page has failed</h1>
    <p class="muted breaks">{problem instanceof Error ? problem.message : String(problem)}</p>
    <p>
      <button type="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </p>
  </div>
)
