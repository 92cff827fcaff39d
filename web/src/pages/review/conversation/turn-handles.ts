import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';

/** One menu and one list of roles for all turns: a row has only the button that opens them. The payload is the turn. */
export const turnMenu = Menu.createHandle<string>();
export const rolePopover = Popover.createHandle<string>();
