import { defineConfig } from "vite";

// `dedupe`: turnwright is a folder beside this one with packages of its own, and has to share this app's React and XState.
export default defineConfig({ resolve: { dedupe: ["react", "react-dom", "xstate"] } });
