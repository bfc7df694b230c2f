import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Pencil, Settings } from "lucide-react";
import type { Person } from "#contract/people.ts";
import { personQuery } from "../../accounts/people/queries.ts";
import { isNotFound } from "../../core/api.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useDialog } from "../../core/use-opening.ts";
import { useMe } from "../../core/viewer.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { InBrowser } from "../../ui/in-browser.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ProfileDetails } from "./profile-details.tsx";
import { ProfileSkeleton } from "./profile-skeleton.tsx";

const EditProfileDialog = onDemand(
  async () => (await import("../../accounts/people/edit-profile-dialog.tsx")).EditProfileDialog,
);

/** The profile page of a person, or of the viewer if the address has no `userId`. */
export function ProfilePage({ params: { userId } }: { params: { userId?: string } }) {
  const me = useMe();
  return userId === undefined || userId === me.id ? <Profile person={me} isMe /> : <SomeonesProfile id={userId} />;
}

ProfilePage.fetch = async (client: QueryClient, { userId }: { userId?: string }) =>
  userId === undefined ? undefined : client.prefetchQuery(personQuery(userId));

function SomeonesProfile({ id }: { id: string }) {
  const query = useQuery(personQuery(id));
  const { data: person, error } = query;
  if (isNotFound(error)) return <UserNotFound />;
  if (person) return <Profile person={person} />;
  if (error) return <LoadFailed of={query} title={<h1>This profile did not come through</h1>} />;
  return <ProfileSkeleton />;
}

function Profile({ person, isMe = false }: { person: Person; isMe?: boolean }) {
  usePageTitle(fullNameOf(person));
  const [editing, setEditing] = useDialog("profile");
  return (
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <ProfileHead person={person} isMe={isMe} onEdit={() => setEditing(true)} />
      <InBrowser>
        <ProfileDetails key={person.id} userId={person.id} isMe={isMe} />
      </InBrowser>
      {isMe && <EditProfileDialog open={editing} onOpenChange={setEditing} />}
    </div>
  );
}

/** The face, the name and the bio of a person. */
const ProfileHead = ({ person, isMe, onEdit }: { person: Person; isMe: boolean; onEdit: () => void }) => (
  <header className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-8">
    <Avatar person={person} size="xl" className="shadow-stamp" />
    <div className="grid min-w-0 flex-1 justify-items-start gap-3">
      <h1 className="poster max-w-full text-5xl wrap-anywhere sm:text-6xl">{fullNameOf(person)}</h1>
      <p className="max-w-xl text-lg wrap-anywhere whitespace-pre-line">
        {person.bio || "No bio yet - just here for the good vibes and epic waves!"}
      </p>
    </div>
    {isMe && (
      <div className="flex flex-wrap gap-3 sm:self-start">
        <Button icon={<Pencil aria-hidden="true" size={18} />} onClick={onEdit} {...EditProfileDialog.hint}>
          Edit Profile
        </Button>
        <ButtonLink to={paths.account} icon={<Settings aria-hidden="true" size={18} />}>
          Account
        </ButtonLink>
      </div>
    )}
  </header>
);

function UserNotFound() {
  usePageTitle("User not found");
  return (
    <EmptyState
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>User not found</h1>}
      text="You see the profiles of people you share a squad or a trip with."
      action={
        <ButtonLink to={paths.members} look="primary">
          The Crew
        </ButtonLink>
      }
    />
  );
}
