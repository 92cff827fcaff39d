import { getRouteApi } from '@tanstack/react-router';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { PageBody } from '../../parts/PageBody.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { ListedTab } from './ListedTab.tsx';
import { MeaningsTab } from './MeaningsTab.tsx';
import type { TagTab } from './tags-search.ts';

const route = getRouteApi('/tags');

const tabs = [
  { name: 'groups', label: 'Groups' },
  { name: 'meanings', label: 'Glossary' },
  { name: 'listed', label: 'Suggested tags' },
] as const;

/** Which tags there are, what holds for them, and what they mean. */
export function TagsPage() {
  usePageTitle('Tags');
  const { tab = 'groups', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: TagTab) => navigate({ search: next === 'groups' ? {} : { tab: next }, replace: true });
  const filter = (text: string) => navigate({ search: { tab, ...(text === '' ? {} : { q: text }) }, replace: true });
  useAction('tags.groups', () => show('groups'));
  useAction('tags.meanings', () => show('meanings'));
  useAction('tags.listed', () => show('listed'));
  return (
    <PageBody>
      <PageHead lead="Groups and values such as topic:refunds, their rules and definitions." title="Tags" />
      <Tabs current={tab} label="Tag settings" onChange={show} tabs={tabs}>
        <div className="pt-6">
          {tab === 'groups' && <GroupsTab />}
          {tab === 'meanings' && <MeaningsTab filter={q} onFilter={filter} />}
          {tab === 'listed' && <ListedTab filter={q} onFilter={filter} />}
        </div>
      </Tabs>
    </PageBody>
  );
}
