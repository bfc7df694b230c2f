import { Redirect, useSearch } from "wouter";
import { returnPathOf } from "../paths.ts";

/** The sign-in page for someone who is signed in: on to where they were going. */
export const AuthDone = () => <Redirect to={returnPathOf(useSearch(), location.origin)} replace />;
