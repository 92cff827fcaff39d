import type { ComponentProps } from 'react';
import { Icon } from '../../../../parts/Icon.tsx';
import { joinClasses } from '../../../../parts/join-classes.ts';
import type { SavingText } from './saving-texts.ts';

const colors = { quiet: 'text-quiet', warn: 'text-warn', fail: 'text-fail' };

export interface SavingFaceProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly text: SavingText;
  readonly isElsewhere: boolean;
}

/** The button of the saving state, the same before and after what it opens is loaded. */
export function SavingFace({ text, isElsewhere, ...rest }: SavingFaceProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(
        'flex min-h-8 w-34 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover',
        colors[text.kind],
      )}
      title={text.long}
    >
      <Icon name={text.icon} />
      <span className="truncate">{text.short}</span>
      {isElsewhere && <Icon name="copy" size={12} />}
    </button>
  );
}
