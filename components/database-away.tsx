/** What stands instead of figures when the database does not answer. */
export function DatabaseAway({ reason, at }: { reason: string; at: string }) {
  return (
    <section role="alert">
      <h1 className="font-semibold text-critical text-xl">
        <span aria-hidden="true">■ </span>The database is away
      </h1>
      <p className="mt-2">
        Nothing can be said about the quarantine until it answers again. This is not an empty list.
      </p>
      <p className="mt-2 text-muted">
        {reason} · {at}
      </p>
    </section>
  )
}
