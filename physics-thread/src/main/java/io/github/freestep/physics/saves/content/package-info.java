/** The content of saved worlds, for the modules that save them: recordings, rooms, matches and engines. */
package io.github.freestep.physics.saves.content;
