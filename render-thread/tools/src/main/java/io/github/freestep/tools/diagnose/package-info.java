/** The command {@code diagnose}: says what happened to the motion in a recording. */
package io.github.freestep.tools.diagnose;
