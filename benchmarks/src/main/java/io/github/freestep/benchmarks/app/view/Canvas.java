package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.benchmarks.report.Resource;
import io.github.freestep.render.Frame;
import java.nio.FloatBuffer;
import java.util.List;
import org.lwjgl.BufferUtils;

/** Draws bodies, rectangles and text by OpenGL 3.3. For the thread that the context is current on. */
final class Canvas {
    private static final String BODY_VERTICES = """
            layout(location = 0) in vec3 place;
            layout(location = 1) in vec4 turn;
            layout(location = 2) in float kind;
            uniform vec4 view;
            out vec2 at;
            flat out vec4 look; // its colour, and whether it is round
            const vec2 SIZES[4] = vec2[](vec2(0.45), vec2(3.0, 0.2), vec2(0.25), vec2(0.25));
            const vec4 LOOKS[4] = vec4[](vec4(0.95, 0.55, 0.15, 1), vec4(0.75, 0.78, 0.85, 0),
                    vec4(0.35, 0.62, 0.95, 1), vec4(0.45, 0.75, 0.5, 0));
            void main() {
                at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
                look = LOOKS[int(kind)];
                vec2 corner = at * SIZES[int(kind)];
                float sine = 2.0 * turn.z * turn.w;
                float cosine = 1.0 - 2.0 * turn.z * turn.z;
                vec2 turned = vec2(cosine * corner.x - sine * corner.y, sine * corner.x + cosine * corner.y);
                gl_Position = vec4((place.xy + turned) * view.xy + view.zw, 0, 1);
            }
            """;
    private static final String BODY_PIXELS = """
            in vec2 at;
            flat in vec4 look;
            out vec4 pixel;
            void main() {
                float inside = look.a > 0.0 ? clamp((1.0 - length(at)) / fwidth(length(at)), 0.0, 1.0) : 1.0;
                pixel = vec4(look.rgb * (at.x > 0.0 ? 1.0 : 0.75), inside); // two halves, so that turns are seen
            }
            """;
    private static final String SHEET_VERTICES = """
            layout(location = 0) in vec4 place;
            layout(location = 1) in vec3 tint;
            uniform vec2 pixels;
            flat out vec3 colour;
            void main() {
                colour = tint;
                vec2 at = (place.xy + vec2(gl_VertexID & 1, gl_VertexID >> 1) * place.zw) / pixels;
                gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0, 1);
            }
            """;
    private static final String SHEET_PIXELS = """
            flat in vec3 colour;
            out vec4 pixel;
            void main() {
                pixel = vec4(colour, 1);
            }
            """;
    private static final int RECTANGLE_FLOATS = 7;
    private static final int LETTER_WIDTH = 6;
    private static final int LETTER_HEIGHT = 9;
    private static final int LETTERS_IN_ROW = 16;
    private static final float MARGIN = 0.4f;

    private final List<String> font =
            Resource.text(Canvas.class, "font.txt").lines().toList();
    private final int bodyProgram = program(BODY_VERTICES, BODY_PIXELS);
    private final int sheetProgram = program(SHEET_VERTICES, SHEET_PIXELS);
    private final int sheet = glGenVertexArrays();
    private final int sheetBuffer = glGenBuffers();
    private final FloatBuffer rectangles = BufferUtils.createFloatBuffer(10_000 * RECTANGLE_FLOATS);
    private int width;
    private int height;

    Canvas() {
        glBindVertexArray(sheet);
        glBindBuffer(GL_ARRAY_BUFFER, sheetBuffer);
        attribute(0, 4, RECTANGLE_FLOATS, 0);
        attribute(1, 3, RECTANGLE_FLOATS, 4);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    }

    private static int program(String vertices, String pixels) {
        int program = glCreateProgram();
        for (int stage : new int[] {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}) {
            int shader = glCreateShader(stage);
            glShaderSource(shader, "#version 330 core\n" + (stage == GL_VERTEX_SHADER ? vertices : pixels));
            glCompileShader(shader);
            glAttachShader(program, shader);
        }
        glLinkProgram(program);
        if (glGetProgrami(program, GL_LINK_STATUS) != GL_TRUE) {
            throw new IllegalStateException(glGetProgramInfoLog(program));
        }
        return program;
    }

    /** Adds an attribute of the bound buffer that has one value for each instance. */
    private static void attribute(int location, int size, int strideFloats, int offsetFloats) {
        glVertexAttribPointer(
                location, size, GL_FLOAT, false, strideFloats * Float.BYTES, (long) offsetFloats * Float.BYTES);
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    }

    /** The bodies of a side on the graphics card. */
    final class Bodies {
        private final Side side;
        private final int shape = glGenVertexArrays();
        private final int poses = glGenBuffers();
        private final int kinds = glGenBuffers();

        Bodies(Side side) {
            this.side = side;
            glBindVertexArray(shape);
            glBindBuffer(GL_ARRAY_BUFFER, poses);
            glBufferData(GL_ARRAY_BUFFER, side.poses.clear(), GL_DYNAMIC_DRAW);
            attribute(0, 3, Frame.POSE_FLOATS, 0);
            attribute(1, 4, Frame.POSE_FLOATS, 3);
            glBindBuffer(GL_ARRAY_BUFFER, kinds);
            glBufferData(GL_ARRAY_BUFFER, side.kinds.clear(), GL_DYNAMIC_DRAW);
            attribute(2, 1, 1, 0);
        }

        /** Uploads the poses of a range of slots. */
        void upload(int from, int to) {
            glBindBuffer(GL_ARRAY_BUFFER, poses);
            glBufferSubData(
                    GL_ARRAY_BUFFER,
                    (long) from * Frame.POSE_FLOATS * Float.BYTES,
                    side.poses.limit(to * Frame.POSE_FLOATS).position(from * Frame.POSE_FLOATS));
        }

        void uploadKinds(int from, int to) {
            glBindBuffer(GL_ARRAY_BUFFER, kinds);
            glBufferSubData(
                    GL_ARRAY_BUFFER,
                    (long) from * Float.BYTES,
                    side.kinds.limit(to).position(from));
        }

        /** Draws the room into a part of the picture, which is counted from the bottom left. */
        void draw(int left, int bottom, int wide, int high) {
            float scale = Math.min(wide / (Toys.WIDTH + MARGIN), high / (Toys.HEIGHT + MARGIN));
            float x = 2 * scale / wide;
            float y = 2 * scale / high;
            glViewport(left, bottom, wide, high);
            glUseProgram(bodyProgram);
            glUniform4f(glGetUniformLocation(bodyProgram, "view"), x, y, -x * Toys.WIDTH / 2, -y * Toys.HEIGHT / 2);
            glBindVertexArray(shape);
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, Toys.BODIES);
        }
    }

    void begin(int framebuffer, int wide, int high) {
        width = wide;
        height = high;
        rectangles.clear();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, wide, high);
        glClearColor(0.09f, 0.11f, 0.15f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }

    /** Adds a rectangle, counted in pixels from the top left. Those that do not fit into the buffer are left out. */
    void area(float x, float y, float wide, float high, int rgb) {
        if (rectangles.remaining() >= RECTANGLE_FLOATS) {
            rectangles.put(x).put(y).put(wide).put(high);
            rectangles
                    .put((rgb >> 16 & 255) / 255f)
                    .put((rgb >> 8 & 255) / 255f)
                    .put((rgb & 255) / 255f);
        }
    }

    /** Adds printable ASCII, whose letters are {@code scale} pixels for each of the font. */
    void text(float x, float y, int scale, String text, int rgb) {
        for (int i = 0; i < text.length(); i++) {
            int letter = Math.min(Math.max(text.charAt(i), ' '), '~') - ' ';
            for (int row = 0; row < LETTER_HEIGHT; row++) {
                String line = font.get(letter / LETTERS_IN_ROW * (LETTER_HEIGHT + 1) + row);
                int first = letter % LETTERS_IN_ROW * LETTER_WIDTH;
                for (int from = first, to; from < first + LETTER_WIDTH - 1; from = to) {
                    for (to = from + 1; to < first + LETTER_WIDTH - 1 && line.charAt(to) == line.charAt(from); ) {
                        to++;
                    }
                    if (line.charAt(from) == '#') {
                        float left = x + (i * LETTER_WIDTH + from - first) * scale;
                        area(left, y + row * scale, (to - from) * scale, scale, rgb);
                    }
                }
            }
        }
    }

    /** Draws all that was added. */
    void end() {
        int count = rectangles.position() / RECTANGLE_FLOATS;
        glViewport(0, 0, width, height);
        glBindBuffer(GL_ARRAY_BUFFER, sheetBuffer);
        glBufferData(GL_ARRAY_BUFFER, rectangles.flip(), GL_STREAM_DRAW);
        glUseProgram(sheetProgram);
        glUniform2f(glGetUniformLocation(sheetProgram, "pixels"), width, height);
        glBindVertexArray(sheet);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    }
}
