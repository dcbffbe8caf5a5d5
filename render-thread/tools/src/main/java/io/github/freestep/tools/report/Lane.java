package io.github.freestep.tools.report;

/**
 * One of the pictures in a {@link MotionDrawing}: a ball on a track, and a bar for each frame below it.
 *
 * @param label the line above it
 * @param isOurs whether it is drawn in the colour of Freestep
 * @param places where the ball is in each frame, from 0, left, to 1, right
 * @param speeds how far the picture moved in each frame, from 0; 1 is as far as the line above the bars
 */
public record Lane(String label, boolean isOurs, double[] places, double[] speeds) {}
