"""Every row: the streams of each wire and their right answers."""

from tests.rows import (
    ag_ui,
    ai_sdk,
    anthropic_messages,
    arguments,
    bedrock_converse,
    cohere,
    gemini_generate,
    gemini_live,
    langchain_chunks,
    langchain_protocol,
    mistral,
    ollama_chat,
    openai_chat,
    openai_responses,
    pydantic_ai,
    seeds,
    tgi,
)
from tests.rows.build import Row

TABLES: dict[str, list[Row]] = {
    "openai-chat": [*openai_chat.ROWS, *arguments.ROWS, *mistral.CHAT, *tgi.ROWS],
    "anthropic-messages": [*anthropic_messages.ROWS, *bedrock_converse.INVOKED],
    "bedrock-converse": bedrock_converse.ROWS,
    "cohere-v2": cohere.V2,
    "cohere-v1": cohere.V1,
    "ollama-chat": ollama_chat.ROWS,
    "mistral-conversations": mistral.CONVERSATIONS,
    "gemini-generate": gemini_generate.ROWS,
    "gemini-live": gemini_live.LIVE,
    "gemini-interactions": gemini_live.INTERACTIONS,
    "ai-sdk-ui": ai_sdk.UI,
    "ai-sdk-model": ai_sdk.MODEL,
    "ag-ui": ag_ui.ROWS,
    "openai-responses": openai_responses.ROWS,
    "openai-realtime": openai_responses.REALTIME,
    "openai-assistants": openai_responses.ASSISTANTS,
    "langchain-chunks": langchain_chunks.ROWS,
    "langchain-protocol": langchain_protocol.ROWS,
    "pydantic-ai": pydantic_ai.ROWS,
    "nous": seeds.NOUS,
    "looprig": seeds.LOOPRIG,
    "brainlid": seeds.BRAINLID,
}
"""The rows of each wire, by its name."""
