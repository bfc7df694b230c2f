import type { Squad } from "#contract/squads.ts";
import { ChoosePhoto } from "../media/uploads/choose-photo.tsx";
import { type ImageUpload, useImageUpload } from "../media/uploads/use-image-upload.ts";
import { Cover } from "../scenes/cover.tsx";
import { Button } from "../ui/button.tsx";
import type { SchemaForm } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import type { SquadFields } from "./squad-fields.ts";

type Form = SchemaForm<typeof SquadFields>;

const isUploaded = (photoUrl: string) => photoUrl.startsWith("/objects/");

/** Uploads a cover and puts its path into the form. */
export const useCoverUpload = ({ fields }: Form): ImageUpload =>
  useImageUpload("squad", {
    failed: "Failed to process uploaded photo.",
    done: "Save to make it the cover.",
    keep: (path) => fields.setValue("photoUrl", path ?? "", { shouldValidate: true }),
  });

/**
 * A squad's cover: an uploaded photo or a link to one. The form holds one value: an upload replaces a
 * typed link and hides the link's field until the photo is removed.
 */
export function CoverField({ squad, form, upload }: { squad: Squad; form: Form; upload: ImageUpload }) {
  const photoUrl = form.fields.watch("photoUrl");
  const hasUpload = isUploaded(photoUrl) || upload.preview !== undefined;
  // A link's picture shows once it is saved, because the server fetches it then.
  const shown = isUploaded(photoUrl) || photoUrl === squad.photoUrl ? photoUrl : null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-bold">Cover photo</legend>
      {upload.preview === undefined ? (
        <Cover of={{ id: squad.id, photoUrl: shown }} className="aspect-[5/2] w-full rounded-tile" />
      ) : (
        <img src={upload.preview} alt="" className="aspect-[5/2] w-full rounded-tile object-cover" />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <ChoosePhoto label="Upload Photo" upload={upload} />
        {hasUpload && (
          <Button size="sm" look="quiet" onClick={upload.remove}>
            Remove Photo
          </Button>
        )}
      </div>
      {!hasUpload && (
        <InputField
          label="Or a link to a photo"
          hint="We fetch it once and keep a copy."
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          {...form.bind("photoUrl")}
        />
      )}
    </fieldset>
  );
}
