import { Preferences, type PreferencesProps } from '@/components/preferences'

const looks = {
  form: 'flex flex-col gap-1',
  label: 'font-semibold',
  choices: 'flex flex-wrap gap-2',
  choice:
    'h-8 rounded-sm border border-line px-3 hover:bg-panel aria-pressed:border-ink aria-pressed:font-semibold',
}

/** Language and colours among the settings. */
export function Appearance(props: Omit<PreferencesProps, 'looks'>) {
  return (
    <div className="flex flex-col gap-3">
      <Preferences {...props} looks={looks} />
    </div>
  )
}
