export interface EditWhereabouts {
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  readonly isKept: boolean;
}

/** Where what somebody wrote is now; blank: the server has it. */
export function toEditWords({ isEdited, isSaving, isKept }: EditWhereabouts): string {
  if (isSaving) return 'Saving';
  if (!isEdited) return '';
  return isKept ? 'Unsaved. Kept on this computer' : 'Unsaved. Save it before you close this page';
}
