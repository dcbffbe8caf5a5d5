/**
 * Files of numbered blocks, each with a checksum that also covers the checksum before it. Recordings and motion traces
 * are such files. Not for users.
 */
package io.github.freestep.internal.file;
