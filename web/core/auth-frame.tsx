import type { ReactNode } from "react";
import { scenes } from "../scenes/scenes.ts";

/** The frame of sign-in pages: a drawn wave beside the form, or above it on phones. */
export const AuthFrame = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <div className="md:grid md:min-h-[calc(100dvh-4rem)] md:grid-cols-2">
    <img
      src={scenes.barrel}
      alt=""
      width={600}
      height={450}
      className="h-32 w-full object-cover object-[50%_60%] md:h-full"
    />
    <div className="mx-auto grid w-full max-w-md content-start gap-6 px-4 py-8 sm:px-8 md:pt-[12vh]">
      <div className="grid gap-1.5">
        <h1 className="poster text-5xl">{title}</h1>
        <p className="font-semibold text-soft">{text}</p>
      </div>
      {children}
    </div>
  </div>
);
