"""Every row: the streams of each wire and their right answers."""

from tests.rows import anthropic_messages, arguments, gemini_generate, openai_chat, openai_responses, seeds
from tests.rows.build import Row

TABLES: dict[str, list[Row]] = {
    "openai-chat": [*openai_chat.ROWS, *arguments.ROWS],
    "anthropic-messages": anthropic_messages.ROWS,
    "gemini-generate": gemini_generate.ROWS,
    "openai-responses": openai_responses.ROWS,
    "openai-realtime": openai_responses.REALTIME,
    "openai-assistants": openai_responses.ASSISTANTS,
    "nous": seeds.NOUS,
    "looprig": seeds.LOOPRIG,
    "brainlid": seeds.BRAINLID,
}
"""The rows of each wire, by its name."""
