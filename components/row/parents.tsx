import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DatasetName } from '@/components/names'
import type { RowScreen } from '@/lib/server/queries/row'

/** The parents that the row refers to, and the rows that wait behind it. */
export function Relations({ screen }: { screen: RowScreen }) {
  const t = useTranslations('row')
  return (
    <>
      {screen.parents.length > 0 && (
        <section>
          <h2 className="font-semibold">{t('parents')}</h2>
          <ul>
            {screen.parents.map((p) => (
              <li key={p.ref} className={p.state === 0 ? 'text-muted' : ''}>
                {p.state === 1 && <span className="text-critical">■ </span>}
                <DatasetName name={p.parent} /> {p.parentText}: {t(`state.s${p.state}`)}
                {p.parentId !== null && (
                  <>
                    {' '}
                    <Link href={`/rows/${p.parentId}`} className="underline">
                      #{p.parentId}
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {screen.childrenCount > 0 && (
        <section>
          <h2 className="font-semibold">{t('children', { n: screen.childrenCount })}</h2>
          <ul>
            {screen.children.map((c) => (
              <li key={c.id}>
                <Link href={`/rows/${c.id}`} className="underline">
                  {c.key ?? `#${c.id}`}
                </Link>{' '}
                <span className="text-muted">
                  <DatasetName name={c.dataset} /> · {c.rule}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
